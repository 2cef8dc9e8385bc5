"""Several server processes that share one database and one NATS; `node` is where to begin reading."""
