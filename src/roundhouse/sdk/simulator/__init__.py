"""The exact rules of a game as a folder for programs in any language; `folder.write` makes it."""
