// A bot for Spacegoo. Build it: cc -std=c11 -O2 -o bot bot.c; here: roundhouse play spacegoo cmd:./bot random
// kit: head

// kit: value

// kit: walk, is, get

static int strength(json planet) {
  int sum = 0;
  for (json ships = first(get(planet, "ships")); ships; ships = next(ships)) sum += atoi(ships);
  return sum;
}

static void choose(json view) { // half of the strongest planet's ships go to its weakest neighbour, if they are more
  int me = number(view, "player_id");
  json planets[256], source = NULL, target = NULL;
  for (json p = first(get(view, "planets")); p; p = next(p)) {
    planets[number(p, "id") & 255] = p;
    if (number(p, "owner_id") == me && (!source || strength(p) > strength(source))) source = p;
  }
  for (json lane = first(get(view, "hyperlanes")); source && lane; lane = next(lane)) {
    json near = planets[atoi(next(first(lane))) & 255];
    if (atoi(first(lane)) != number(source, "id") || number(near, "owner_id") == me) continue;
    if (!target || strength(near) < strength(target)) target = near;
  }
  if (!target || strength(source) < 2 * strength(target)) {
    printf("{\"type\":\"nop\"}");
    return;
  }
  json ships = first(get(source, "ships"));
  printf("{\"type\":\"send\",\"source\":%d,\"target\":%d,", number(source, "id"), number(target, "id"));
  printf("\"ships\":[%d,%d,%d]}", atoi(ships) / 2, atoi(next(ships)) / 2, atoi(next(next(ships))) / 2);
}

// kit: connect, hello

// kit: main, turns
