"""What the HTTP interface answers: structs of the platform, of contests and of teams."""
