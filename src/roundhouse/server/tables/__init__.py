"""Tables before a match: their options, who sits down, preparation, saved matches."""
