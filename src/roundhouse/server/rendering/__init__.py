"""Work that takes long, done in processes of its own: replays, win chances and archives."""
