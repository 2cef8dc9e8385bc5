// What the bots that search have in common in this language besides what all kits have.

// kit: clock
static double now(void) { // in milliseconds
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

// kit: wish
}

static void hello(json token, json table) { // every turn shall have a belief
  printf("{\"type\":\"hello\",\"version\":1,\"token\":\"%s\",\"want\":[\"belief\"],", token ? token : "");
  printf(table ? "\"table\":\"%s\"}\n" : "\"game\":\"GAME_KEY\",\"matches\":0}\n", table);
}

// kit: load
static char *word(json text) { // a string without its quotes
  char *copy = strdup(*text == '"' ? text + 1 : "");
  copy[strcspn(copy, "\"")] = 0;
  return copy;
}

static int load(json from) { // the belief of a turn; false if that cannot be
  char *layout = word(get(from, "layout")), *form = word(get(from, "form")), *text = word(get(from, "state"));
  int code = sim_load(&belief, layout, form, text, (int32_t)strlen(text));
  if (code < 0) fprintf(stderr, "%s\n", sim_error());
  free(layout), free(form), free(text);
  return code == 0;
}

// kit: search main
int main(int argc, char **argv) {
  char *line = NULL, *address = getenv("ROUNDHOUSE_SERVER");
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ); // every line leaves at once
  if (address && *address) join(address);
  hello(getenv("ROUNDHOUSE_TOKEN"), argc > 1 ? argv[1] : NULL);
  for (size_t size = 0; getline(&line, &size, stdin) > 0;) {
    json message = gap(line), type = get(message, "type"), left = get(get(message, "clock"), "left_ms");
    if (is(type, "start")) me = number(message, "seat");
    if (is(type, "turn") && *get(message, "belief")) { // the first one may come again, with its belief
      double most = *left >= '0' && *left <= '9' ? atoi(left) / 3 : MOST_MS;
      const int64_t *row = load(get(message, "belief")) ? choose(now() + (most < MOST_MS ? most : MOST_MS)) : PASS;
      printf("{\"type\":\"act\",\"step\":%d,\"row\":[", number(message, "step"));
      for (int n = 0; n < SIM_WIDTH; n++) printf("%s%lld", n ? "," : "", (long long)row[n]);
      printf("]}\n");
    } else if (is(type, "over") || is(type, "error")) fputs(line, stderr);
  }
}
