"""Builds what a wheel has beside its Python files: message catalogues, the sample games, compiled
modules, and the README with whole addresses.

The catalogues are made whenever the package is built or installed. With ``REFEREE_COMPILE=1`` in
the environment a wheel has the modules that ``compiled`` names in pyproject.toml twice: as they are
written, and compiled by mypyc for this Python and machine, which needs a C compiler. Compiled
functions have no docstrings; so the texts of the rules are put beside them (``rule_texts.json``).
Only what is written is compiled: so dataclasses are translated with their ``__init__`` written out,
and cached properties with what they keep.
GCC compiles twice: the second time it knows which ways the sample games take through the program.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import chdir
from copy import copy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SWITCH = "REFEREE_COMPILE"
RULE_TEXTS = "referee/judging/rule_texts.json"
SAMPLES = "referee/samples"


class ReadmeElsewhere(MetadataHookInterface):  # type: ignore[misc] # hatchling has no types
    """The README as a package index shows it, where links and pictures need whole addresses."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Called before anything asks for the README."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        project = metadata["urls"]["Homepage"]
        pictured = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\1{project}/raw/main/", text)
        linked = re.sub(r"\]\((?!https?:|#)", f"]({project}/blob/main/", pictured)
        metadata["readme"] = {"content-type": "text/markdown", "text": linked}


class BuildReferee(BuildHookInterface):  # type: ignore[misc] # hatchling has no types
    """Writes the ``.mo`` beside every ``.po``, packs the samples, and compiles what is to be
    compiled."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What a build needs beyond the ``requires`` of pyproject.toml."""
        return list(self.config["compiling-requires"]) if self._compiles() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files of a build are collected."""
        compile_catalogues(Path(self.root) / "referee" / "wording" / "translations")
        self._place = TemporaryDirectory()
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"][str(Path(self.root) / "sample_games")] = SAMPLES
        if self._compiles() and version == "standard":
            self._include_compiled(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling calls it so
        """Called when the build is done."""
        self._place.cleanup()

    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get(SWITCH) == "1"

    def _include_compiled(self, build_data: dict[str, Any]) -> None:
        folder = Path(self._place.name)
        texts = folder / "rule_texts.json"
        with chdir(self.root):
            sources = to_compile(self.config)
            texts.write_text(json.dumps(rule_texts(sources)), encoding="utf-8")
            libraries = compile_modules(sources, folder)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"][str(texts)] = RULE_TEXTS
        for library in libraries.rglob("*.*"):
            build_data["force_include"][str(library)] = str(library.relative_to(libraries))


def compile_catalogues(translations: Path) -> None:
    """Write the ``.mo`` beside every ``.po``."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for written in translations.rglob("*.po"):
        with written.open("rb") as file:
            catalog = read_po(file, locale=written.parent.parent.name)
        with written.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)


def to_compile(config: dict[str, list[str]]) -> list[Path]:
    """The modules that pyproject.toml wants compiled."""
    left_out = set(_files(config["interpreted"]))
    return [path for path in _files(config["compiled"]) if path not in left_out]


def _files(patterns: list[str]) -> list[Path]:
    return sorted({path for pattern in patterns for path in Path().glob(pattern)})


def compile_modules(sources: list[Path], folder: Path) -> Path:
    """Compile these modules; the folder with what came out, laid out as a wheel has it."""
    extensions = translated(sources, folder)
    if not compiles_with_gcc():
        return built(extensions, folder, folder / "lib")
    judge_samples(built(extensions, folder, folder / "py", "-fprofile-generate"))
    # what no sample game needs has no profile
    by_profile = ("-fprofile-use", "-Wno-missing-profile")
    return built(extensions, folder, folder / "lib", "-flto=auto", *by_profile)


def compiles_with_gcc() -> bool:
    """Whether the C compiler is GCC, whatever it is called here."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")
    if not command:
        return False
    told = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    return "Free Software Foundation" in told.stdout


def judge_samples(folder: Path) -> None:
    """Judge the sample games with the modules in a folder. What is built to count writes its
    counts beside its object files."""
    samples = [str(path.resolve()) for path in sorted(Path("sample_games").glob("*.jsonl"))]
    subprocess.run([sys.executable, "-c", _JUDGING, *samples], cwd=folder, check=True)


_JUDGING = """
import sys
from pathlib import Path
from referee.judging.replay import judge
from referee_schemas.reading import read_lines

for _ in range(20):
    for path in map(Path, sys.argv[1:]):
        judge(read_lines(path.read_bytes().splitlines(), path.name))
"""


def built(extensions: list[Any], folder: Path, into: Path, *flags: str) -> Path:
    """Compile and link extensions with these flags, on all cores; ``into``, where their libraries
    are then. All else goes into ``folder``."""
    from pybind11.setup_helpers import ParallelCompile
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    flagged = [copy(extension) for extension in extensions]
    for extension in flagged:
        extension.extra_compile_args = [*extension.extra_compile_args, *flags]
        extension.extra_link_args = [*extension.extra_link_args, *flags]
    command = build_ext(Distribution({"name": "desmoche-referee", "ext_modules": flagged}))
    command.build_lib, command.build_temp = str(into), str(folder / "o")
    command.ensure_finalized()
    with ParallelCompile():
        command.run()
    return into


def translated(sources: list[Path], folder: Path) -> list[Any]:
    """These modules as extensions in C. Exits where mypyc cannot translate one."""
    from mypyc.build import mypycify

    with chdir(written_out(sources, folder / "py")):
        extensions: list[Any] = mypycify(
            ["--ignore-missing-imports", "--follow-imports=silent", *map(str, sources)],
            opt_level="3",
            debug_level="0",
            multi_file=True,
            target_dir=str(folder / "c"),
            group_name="desmoche_referee",
        )
    for extension in extensions:
        if os.name != "nt":
            # no other library asks for these functions: they call each other without a detour
            extension.extra_compile_args.append("-fvisibility=hidden")
        for source in extension.sources:
            mend(Path(source))
    return extensions


_TABLE = re.compile(r"^(?:static )?Py(?:GetSet|Member)Def (\w+)\[\] = \{$.*?^\};$", re.M | re.S)
_DICT_ENTRY = re.compile(r'^ +\{"__dict__", .*\n', re.MULTILINE)


def mend(source: Path) -> None:
    """Take the entry ``__dict__`` from the classes of a C file.

    mypyc gives one to generic classes, and then stumbles over it when it makes a dataclass of
    them. Functions made into objects keep it: ``functools.wraps`` writes there.
    """

    def without_dict(table: re.Match[str]) -> str:
        return table[0] if "_obj_" in table[1] else _DICT_ENTRY.sub("", table[0])

    written = source.read_text(encoding="utf-8")
    mended = _TABLE.sub(without_dict, written)
    if mended != written:
        source.write_text(mended, encoding="utf-8")


class Field(NamedTuple):
    """A field of a dataclass, as its source has it: the type, what it is by default, what makes
    that anew for each object, and the module in which all this stands. It is ``given`` if
    ``__init__`` asks for it, and ``by_name`` if only by its name."""

    name: str
    type: str
    default: str
    factory: str
    home: str
    given: bool
    by_name: bool

    @property
    def parameter(self) -> str:
        """How ``__init__`` asks for it."""
        if self.factory:
            return f"{self.name}: _Any = ..."
        return f"{self.name}: {self.type}" + (f" = {self.default}" if self.default else "")

    @property
    def value(self) -> str:
        """What ``__init__`` gives it; nothing where it is not for ``__init__`` to give."""
        if not self.factory:
            return self.name if self.given else self.default
        made = _DISPLAYS.get(self.factory, f"{self.factory}()")
        return f"{made} if {self.name} is ... else {self.name}" if self.given else made


_DISPLAYS = {"list": "[]", "dict": "{}"}
_ANY = "from typing import Any as _Any"


def written_out(sources: list[Path], folder: Path) -> Path:
    """Copy the packages of these modules into a folder, and write into the modules what would not
    be compiled: the ``__init__`` that ``dataclass`` makes when they are loaded, and that a cached
    property is worked out only once."""
    for package in {source.parts[0] for source in sources}:
        shutil.copytree(package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy("pyproject.toml", folder)
    classes = Classes(sources)
    for source in sources:
        lines = source.read_text(encoding="utf-8").splitlines()
        for name, defined in reversed(classes.of(source)):
            # from the end on: what stands before keeps its place
            if lacks_constructor(defined):
                lines[defined.end_lineno : defined.end_lineno] = classes.constructor(name)
            for method in reversed(cached_properties(defined)):
                begins, ends = method.decorator_list[0].lineno - 1, method.end_lineno
                lines[begins:ends] = keeping(method, lines[begins + 1 : ends])
            if lacks_constructor(defined):
                begins = min(one.lineno for one in (defined, *defined.decorator_list)) - 1
                lines[begins:begins] = classes.needed_imports(name)
        (folder / source).write_text("\n".join([*lines, _ANY, ""]), encoding="utf-8")
    return folder


def cached_properties(defined: ast.ClassDef) -> list[ast.FunctionDef]:
    """The cached properties of a class."""
    return [
        one
        for one in defined.body
        if isinstance(one, ast.FunctionDef)
        and [ast.unparse(by) for by in one.decorator_list] == ["cached_property"]
    ]


def keeping(method: ast.FunctionDef, lines: list[str]) -> Iterator[str]:
    """The lines of a cached property, whose function has these, as a property that keeps what it
    has worked out: to mypyc, ``cached_property`` is a property like any other."""
    name, kind = method.name, ast.unparse(method.returns)
    yield "    @property"
    yield lines[0]
    yield "        try:"
    yield f"            return self._kept_{name}"
    yield "        except AttributeError:"
    yield f"            self._kept_{name}: {kind} = self._work_out_{name}()"
    yield f"        return self._kept_{name}"
    yield lines[0].replace(f"def {name}(", f"def _work_out_{name}(", 1)
    yield from lines[1:]


class Classes:
    """The classes of some modules, by their full names."""

    def __init__(self, sources: list[Path]) -> None:
        self._classes: dict[str, ast.ClassDef] = {}
        self._imported: dict[str, str] = {}
        for source in sources:
            module = _module(source)
            for one in ast.parse(source.read_text(encoding="utf-8")).body:
                if isinstance(one, ast.ClassDef):
                    self._classes[f"{module}.{one.name}"] = one
                if isinstance(one, ast.ImportFrom):
                    for alias in one.names:
                        local = f"{module}.{alias.asname or alias.name}"
                        self._imported[local] = f"{one.module}.{alias.name}"

    def of(self, source: Path) -> list[tuple[str, ast.ClassDef]]:
        """Those of a module, in the order in which they are written."""
        within = f"{_module(source)}."
        return [
            (name, defined)
            for name, defined in self._classes.items()
            if name == within + defined.name
        ]

    def constructor(self, name: str) -> Iterator[str]:
        """The lines of the ``__init__`` of a dataclass."""
        defined, fields = self._classes[name], self._fields(name).values()
        in_place = [one.parameter for one in fields if one.given and not one.by_name]
        by_name = [one.parameter for one in fields if one.given and one.by_name]
        parameters = ", ".join(["self", *in_place, *(["*"] if by_name else []), *by_name])
        # in mypy's eyes not even __init__ may write into what is frozen
        ignored = "  # type: ignore[misc]" if _is(defined, "frozen") else ""
        body = [f"self.{one.name} = {one.value}{ignored}" for one in fields if one.value]
        if any("__post_init__" in _methods(one) for _, one in self._with_bases(name)):
            body.append("self.__post_init__()")
        yield f"    def __init__({parameters}) -> None:"
        yield from (f"        {line}" for line in body or ["pass"])

    def needed_imports(self, name: str) -> Iterator[str]:
        """The lines that make known here what the defaults of inherited fields are called."""
        here = name.rpartition(".")[0]
        for one in self._fields(name).values():
            for word in _words(one.default or one.factory) if one.home != here else ():
                if f"{here}.{word}" not in self._classes.keys() | self._imported.keys():
                    home, _, own = self._origin(f"{one.home}.{word}").rpartition(".")
                    yield f"from {home} import {own} as {word}"

    def _fields(self, name: str) -> dict[str, Field]:
        """The fields of a dataclass, those of its bases first."""
        found: dict[str, Field] = {}
        for home, defined in self._with_bases(name):
            # a type of another module may have no name in this one
            found = {key: one._replace(type="_Any") for key, one in found.items()}
            found |= {one.name: one for one in _own_fields(defined, home)}
        return found

    def _with_bases(self, name: str) -> Iterator[tuple[str, ast.ClassDef]]:
        """A dataclass with its module, after those that it builds on."""
        defined = self._classes.get(name)
        if defined is None or _decorator(defined) is None:
            return
        module = name.rpartition(".")[0]
        for base in reversed(defined.bases):
            yield from self._with_bases(self._full_name(module, base))
        yield module, defined

    def _full_name(self, module: str, base: ast.expr) -> str:
        written = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
        first, *rest = written.split(".")
        return ".".join([self._origin(f"{module}.{first}"), *rest])

    def _origin(self, name: str) -> str:
        """Where a name is from that a module has imported, or has itself."""
        while name in self._imported:
            name = self._imported[name]
        return name


def _module(source: Path) -> str:
    parts = source.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _decorator(defined: ast.ClassDef) -> ast.expr | None:
    """What makes a dataclass of this class, if it is one."""
    of_dataclasses = (
        one for one in defined.decorator_list if ast.unparse(one).startswith("dataclass")
    )
    return next(of_dataclasses, None)


def _is(defined: ast.ClassDef, option: str, usual: bool = False) -> bool:
    """Whether a dataclass is ``frozen``, ``kw_only`` and so on."""
    decorator = _decorator(defined)
    given = {one.arg: one.value for one in getattr(decorator, "keywords", ())}
    return bool(ast.literal_eval(given[option])) if option in given else usual


def _methods(defined: ast.ClassDef) -> set[str]:
    return {one.name for one in defined.body if isinstance(one, ast.FunctionDef)}


def lacks_constructor(defined: ast.ClassDef) -> bool:
    """Whether this is a dataclass that leaves its ``__init__`` to be made."""
    if _decorator(defined) is None or "__init__" in _methods(defined):
        return False
    return _is(defined, "init", usual=True)


def _words(expression: str) -> set[str]:
    """The names in an expression that are not Python's own."""
    names = {one.id for one in ast.walk(ast.parse(expression)) if isinstance(one, ast.Name)}
    return names - vars(builtins).keys()


def _own_fields(defined: ast.ClassDef, home: str) -> Iterator[Field]:
    for one in defined.body:
        if not isinstance(one, ast.AnnAssign) or not isinstance(one.target, ast.Name):
            continue
        kind = ast.unparse(one.annotation)
        if kind.startswith("ClassVar"):
            continue
        assert not kind.startswith(("InitVar", "KW_ONLY")), f"{defined.name}: {kind}"
        said = {"default": one.value} if one.value is not None else {}
        if isinstance(one.value, ast.Call) and ast.unparse(one.value.func) == "field":
            said = {str(keyword.arg): keyword.value for keyword in one.value.keywords}
        texts = {name: ast.unparse(value) for name, value in said.items()}
        yield Field(
            name=one.target.id,
            type=kind,
            default=texts.get("default", ""),
            factory=texts.get("default_factory", ""),
            home=home,
            given=texts.get("init") != "False",
            by_name=_is(defined, "kw_only"),
        )


def rule_texts(sources: list[Path]) -> dict[str, str]:
    """The docstrings of the functions that are registered by a decorator, as the rules are, by the
    full names of the functions."""
    return {
        f"{'.'.join(source.with_suffix('').parts)}.{function.name}": text
        for source in sources
        for function in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(function, ast.FunctionDef)
        and function.decorator_list
        and (text := ast.get_docstring(function))
    }
