// What the window says, in English and Spanish. The pages speak for themselves.

const WORDS = {
  en: {
    name: "The referee",
    more: "More",
    what: "Play with real cards. The referee keeps score and settles quarrels.",
    does: "Write the points, who won, or every card. It says what the rules say, and who owes whom.",
    loading: "Loading the referee. Once is enough: afterwards it opens without a network.",
    elsewhere: "The referee is open in another window. Close it, and this one goes on.",
    pass: "Pass this evening on",
    passed: "Pass this evening on",
    holds: "The link holds the whole log. Nothing is sent to a server.",
    share: "Share",
    copy: "Copy the link",
    close: "Close",
    print: "Print this page",
    save: "Save a copy of the record",
    open: "Take the record from a copy",
    replace: "The copy takes the place of the record in this browser. Go on?",
    alone: "Everything stays in this browser. Links for other phones need a server.",
    noEvening: "Open an evening first.",
    noBook: "This file is not a copy of a record.",
    broken: "This link is broken: a part of it is missing. Copy it whole.",
    neverSaved: "No copy of the record was saved yet.",
    lastSaved: "Last copy: {}.",
    remind: "The record has not been copied for a month. A browser that is cleared loses it.",
    update: "A new version is here.",
    take: "Use it now",
    noRoom: "The storage of this browser is full or closed: nothing can be written. Make room, then go on.",
    full: "The storage of this browser is full or closed: the last tap was not written. Make room, then go on.",
    again: "Go on",
    noWorker: "This browser lets no page work without a network. Open the referee over https, and not in a private window.",
    failed: "The referee cannot start here.",
  },
  es: {
    name: "El árbitro",
    more: "Más",
    what: "Jueguen con naipes de verdad. El árbitro lleva la cuenta y arregla los pleitos.",
    does: "Apunten los puntos, quién ganó o cada carta. Él dice qué dicen las reglas y quién le debe a quién.",
    loading: "Cargando el árbitro. Solo la primera vez: después abre sin internet.",
    elsewhere: "El árbitro está abierto en otra ventana. Ciérrenla y esta sigue.",
    pass: "Pasar esta noche a otro",
    passed: "Pasar esta noche a otro",
    holds: "El enlace lleva todo el registro. No se manda nada a ningún servidor.",
    share: "Compartir",
    copy: "Copiar el enlace",
    close: "Cerrar",
    print: "Imprimir esta página",
    save: "Guardar una copia del registro",
    open: "Tomar el registro de una copia",
    replace: "La copia toma el lugar del registro de este navegador. ¿Seguimos?",
    alone: "Todo queda en este navegador. Los enlaces para otros teléfonos necesitan un servidor.",
    noEvening: "Primero abran una noche.",
    noBook: "Este archivo no es una copia de un registro.",
    broken: "El enlace está cortado: le falta una parte. Cópienlo entero.",
    neverSaved: "Todavía no se ha guardado ninguna copia del registro.",
    lastSaved: "Última copia: {}.",
    remind: "Hace un mes que no se copia el registro. Si se borra el navegador, se pierde.",
    update: "Hay una versión nueva.",
    take: "Usarla ya",
    noRoom: "El navegador no tiene espacio o no deja guardar: no se puede apuntar nada. Hagan espacio y sigan.",
    full: "El navegador no tiene espacio o no deja guardar: el último toque no se apuntó. Hagan espacio y sigan.",
    again: "Seguir",
    noWorker: "Este navegador no deja trabajar sin internet. Abran el árbitro con https y no en una ventana privada.",
    failed: "El árbitro no puede arrancar aquí.",
  },
};

let words = WORDS.en;

export const say = (name, value = "") => words[name].replace("{}", value);

export function speak(language) {
  const code = language.startsWith("es") ? "es" : "en";
  words = WORDS[code];
  document.documentElement.lang = code;
  for (const place of document.querySelectorAll("[data-said]")) place.textContent = say(place.dataset.said);
}
