// A bot for Robo Rally. Build it: cc -std=c11 -O2 -o bot bot.c; here: roundhouse play rally cmd:./bot easy
// kit: head

// kit: value

// kit: walk, is, get

typedef struct { int x, y, way; } place;
static const int WAYS[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}}; // north, east, south, west

static place moved(place at, json card) { // where a command leads to if nothing is in the way
  int kind = card[1], steps = kind == 'B' ? -1 : kind >= '1' && kind <= '3' ? kind - '0' : 0;
  int turns = kind == 'R' ? 1 : kind == 'U' ? 2 : kind == 'L' ? 3 : 0;
  return (place){at.x + steps * WAYS[at.way][0], at.y + steps * WAYS[at.way][1], (at.way + turns) % 4};
}

static int far(place at, place to, json board) { // from a place and from the cell before it
  int dx = at.x - to.x, dy = at.y - to.y, width = number(board, "width"), height = number(board, "height");
  if (at.x < 0 || at.y < 0 || at.x >= width || at.y >= height) return 99;
  return abs(dx) + abs(dy) + abs(dx + WAYS[at.way][0]) + abs(dy + WAYS[at.way][1]);
}

static void choose(json view) { // for every slot the command that leads nearest to the next checkpoint
  json you = get(view, "you"), board = get(view, "board"), me = first(get(view, "robots")), row;
  for (int seat = number(you, "seat"); seat > 1; seat--) me = next(me);
  json cell = first(get(me, "cell")), used[5] = {0}, ways = "NESW";
  place to = {0}, at = {atoi(cell), atoi(next(cell)), (int)(strchr(ways, get(me, "facing")[1]) - ways)};
  char goal[] = {'c', (char)('1' + number(me, "ticked")), 0};
  for (row = get(board, "grid") + 1; strstr(row, "\\n") && strstr(row, "\\n") < strstr(row, goal); to.y++)
    row = strstr(row, "\\n") + 2;
  to = (place){(int)(strstr(row, goal) - row) / 3, to.y / 2, 0}; // every other line is walls; a cell is three wide
  printf("{\"type\":\"program\",\"power_down\":false,\"slots\":[");
  int n = 0;
  for (json slot = first(get(you, "slots")); slot; slot = next(slot), n++) {
    json best = NULL;
    for (json card = first(get(you, "hand")); card; card = next(card)) {
      int free = 1;
      for (int k = 0; k < n; k++) free &= used[k] != card;
      if (free && (!best || far(moved(at, card), to, board) < far(moved(at, best), to, board))) best = card;
    }
    int open = *slot == 'n'; // null; else a command is burned in
    used[n] = open ? best : NULL;
    at = moved(at, open ? best : slot);
    printf("%s%.*s", n ? "," : "", open ? (int)(behind(best) - best) : 4, open ? best : "null");
  }
  printf("]}");
}

// kit: connect, hello

// kit: main, turns
