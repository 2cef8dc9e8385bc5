# What the bots that search have in common in this language besides what all kits have.

# kit: wish
where = {"table": sys.argv[1]} if sys.argv[1:] else {"game": "GAME_KEY", "matches": 0}
send({"type": "hello", "version": 1, "token": os.environ.get("ROUNDHOUSE_TOKEN", ""), "want": ["belief"], **where})

# kit: turns
for line in lines:
    message = json.loads(line) if line.strip() else {}
    if message.get("type") == "start":
        me = message["seat"]
    elif message.get("type") == "turn" and "belief" in message:  # the first one may come again, with its belief
        left_ms = message["clock"].get("left_ms")
        seconds = MOST_S if left_ms is None else min(MOST_S, left_ms / 3000)
        row = choose(sim.load(message["belief"]), me, monotonic() + seconds)
        send({"type": "act", "step": message["step"], "row": row})
    elif message.get("type") in ("over", "error"):
        sys.stderr.write(line)
