"""Players that are programs: in this process, in a separate one, behind a socket or a web address."""
