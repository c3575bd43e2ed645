// Colours a graph: largest degree first, then a tabu search.
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace coloring {

class Graph {
 public:
  explicit Graph(int count) : edges_(count) {}

  void connect(int a, int b) {
    edges_[a].push_back(b);
    edges_[b].push_back(a);
  }

  int size() const { return static_cast<int>(edges_.size()); }
  const std::vector<int>& around(int node) const { return edges_[node]; }

 private:
  std::vector<std::vector<int>> edges_;
};

std::vector<int> byDegree(const Graph& graph) {
  std::vector<int> order;
  for (int i = 0; i < graph.size(); i++) {
    order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&graph](int a, int b) {
    return graph.around(a).size() > graph.around(b).size();
  });
  return order;
}

int conflicts(const Graph& graph, const std::vector<int>& color) {
  int count = 0;
  for (int node = 0; node < graph.size(); node++) {
    for (int other : graph.around(node)) {
      if (node < other && color[node] == color[other]) count++;
    }
  }
  return count;
}

std::vector<int> greedy(const Graph& graph) {
  std::vector<int> color(graph.size(), -1);
  for (int node : byDegree(graph)) {
    std::vector<bool> taken(graph.size() + 1, false);
    for (int other : graph.around(node)) {
      if (color[other] >= 0) {
        taken[color[other]] = true;
      }
    }
    int free = 0;
    while (taken[free]) {
      free++;
    }
    color[node] = free;
  }
  return color;
}

int used(const std::vector<int>& color) {
  int most = 0;
  for (int one : color) {
    most = std::max(most, one + 1);
  }
  return most;
}

int reduce(const Graph& graph, std::vector<int>& color, int steps) {
  int limit = used(color) - 1;
  unsigned state = 2463534242u;
  for (int& one : color) {
    if (one >= limit) one = one % std::max(limit, 1);
  }
  int best = conflicts(graph, color);
  std::vector<int> tabu(graph.size(), 0);
  for (int step = 1; step <= steps && best > 0; step++) {
    state ^= state << 13;
    state ^= state >> 17;
    int node = static_cast<int>(state % graph.size());
    if (tabu[node] > step) continue;
    int before = color[node];
    color[node] = static_cast<int>((state >> 8) % limit);
    int after = conflicts(graph, color);
    if (after <= best) {
      best = after;
      tabu[node] = step + 7;
    } else {
      color[node] = before;
    }
  }
  return best;
}

}  // namespace coloring
