// What the bots that search have in common in this language besides what all kits have.

// kit: clock
static double now(void) { // in milliseconds
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

// kit: wish
  hello(token, table);
}

// kit: greeting
static void hello(json token, json table) { // every turn shall have a belief
  printf("{\"type\":\"hello\",\"version\":1,\"token\":\"%s\",\"want\":[\"belief\"],", token ? token : "");
  printf(table ? "\"table\":\"%s\"}\n" : "\"game\":\"GAME_KEY\",\"matches\":0}\n", table);
}

// kit: load
static int load(json from) { // the belief of a turn, whose texts are cut out of the line; false if that cannot be
  char *words[3];
  const char *names[] = {"layout", "form", "state"};
  for (int k = 0; k < 3; k++) {
    words[k] = (char *)get(from, names[k]);
    if (*words[k]++ != '"') return 0;
  }
  for (int k = 0; k < 3; k++) words[k][strcspn(words[k], "\"")] = 0;
  int code = sim_load(&belief, words[0], words[1], words[2], (int32_t)strlen(words[2]));
  if (code < 0) fprintf(stderr, "%s\n", sim_error());
  return code == 0;
}

// kit: search main
int main(int argc, char **argv) {
  char *line = NULL, *address = getenv("ROUNDHOUSE_SERVER");
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ); // every line leaves at once
  if (address && *address) join(address, argc > 1 ? argv[1] : NULL);
  else hello("", NULL);
  for (size_t size = 0; getline(&line, &size, stdin) > 0;) {
    json message = gap(line), type = get(message, "type"), left = get(get(message, "clock"), "left_ms");
    if (is(type, "start")) me = number(message, "seat");
    if (is(type, "turn") && *get(message, "belief")) { // the first one may come again, with its belief
      double most = *left >= '0' && *left <= '9' ? atoi(left) / 3 : MOST_MS;
      int step = number(message, "step");
      const int64_t *row = load(get(message, "belief")) ? choose(now() + (most < MOST_MS ? most : MOST_MS)) : PASS;
      printf("{\"type\":\"act\",\"step\":%d,\"row\":[", step);
      for (int n = 0; n < SIM_WIDTH; n++) printf("%s%lld", n ? "," : "", (long long)row[n]);
      printf("]}\n");
    } else if (is(type, "over") || is(type, "error")) fputs(line, stderr);
  }
}
