#include <iostream>
#include <numeric>
#include "simulator.hpp"

template <class Numbers> void list(const Numbers &numbers) {
  for (auto n : numbers) std::cout << " " << n;
}

template <class What> void failing(What what) {
  try {
    what();
  } catch (const sim::Error &error) {
    std::cout << error.code << " " << error.what() << "\n";
  }
}

int main() {
  sim::Belief belief;
  std::cin >> belief.layout >> belief.form >> belief.state;
  auto state = sim::load(belief);
  std::cout << sim::seats(*state) << " " << sim::round(*state);
  list(sim::waiting(*state));
  std::cout << " " << sim::waited(*state, 1) << "\n";
  auto rows = sim::legal(*state, 1);
  std::cout << rows.size(), list(rows.front()), list(rows.back()), std::cout << "\n";
  auto drawn = sim::random(*state, 1, 7, 3);
  for (auto n : drawn) std::cout << n << " ";
  std::cout << sim::check(*state, 1, drawn) << " " << int(state->reason) << "\n";
  auto after = sim::clone(*state);
  int code = sim::act(*after, 1, drawn);
  auto numbers = sim::observe(*after, 2);
  long sum = std::accumulate(numbers.begin(), numbers.end(), 0L);
  std::cout << code << " " << sim::worth(*after, 1) << " " << (sum % 1000 + 1000) % 1000 << "\n";
  for (int n = 0; n < 40; n++) {
    for (int seat : sim::waiting(*after)) sim::act(*after, seat, sim::random(*after, seat, n, seat));
    if (sim::waiting(*after).empty()) sim::tick(*after);
  }
  std::cout << sim::round(*after) << " " << sim::worth(*after, 1) << " " << sim::worth(*after, 2) << " "
            << sim::round(*state) << "\n" << sim::playout(*after, 5, 100000) << "\n";
  auto over = sim::result(*after);
  std::cout << over->reason << " " << over->name, list(over->places), list(over->points);
  auto again = sim::load(sim::save(*after));
  std::cout << "\n" << sim::round(*again) << " " << sim::worth(*again, 1) << " " << sim::worth(*again, 2) << "\n";
  std::cout << sim::check(*after, 1, rows[0]) << " " << sim::refusal(1).name << " " << sim::refusal(1).rule << "\n";
  failing([&] { sim::act(*after, 99, rows[0]); });
  belief.state.resize(belief.state.size() - 8);
  failing([&] { sim::load(belief); });
}
