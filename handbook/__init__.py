"""The site of the documents: what the program tells of itself when the site is built, and pictures.

A page of ``docs`` that holds ``<!-- made: commands -->`` gets what `handbook.making` makes in that
place. ``python -m handbook`` draws the pictures of the pages anew.
"""
