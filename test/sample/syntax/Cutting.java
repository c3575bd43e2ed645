import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Cuts lengths from bars: first fit over orders that a random walk improves. */
public final class Cutting {
  private final int bar;
  private final double loss;
  private long state = 42L;

  public Cutting(int bar, double loss) {
    this.bar = bar;
    this.loss = loss;
  }

  static int sum(List<Integer> cuts) {
    int total = 0;
    for (int cut : cuts) {
      total += cut;
    }
    return total;
  }

  int bars(int[] lengths) {
    int[] room = new int[lengths.length];
    int open = 0;
    for (int i = 0; i < lengths.length; i++) {
      boolean placed = false;
      for (int j = 0; j < open; j++) {
        if (room[j] >= lengths[i] && !placed) {
          room[j] -= lengths[i];
          placed = true;
        }
      }
      if (!placed) {
        room[open] = bar - lengths[i];
        open++;
      }
    }
    return open;
  }

  double waste(int[] lengths) {
    int total = 0;
    for (int length : lengths) {
      total += length;
    }
    double cuts = lengths.length * loss;
    return bars(lengths) * bar - total + cuts;
  }

  private int draw(int below) {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return (int) Math.floorMod(state, (long) below);
  }

  public int[] search(int[] lengths, int steps) {
    int[] order = lengths.clone();
    double best = waste(order);
    int stale = 0;
    for (int step = 0; step < steps; step++) {
      int i = draw(order.length);
      int j = draw(order.length);
      if (i == j || stale > 1000) {
        continue;
      }
      int keep = order[i];
      order[i] = order[j];
      order[j] = keep;
      double next = waste(order);
      if (next <= best) {
        best = Math.min(best, next);
        stale = 0;
      } else {
        order[j] = order[i];
        order[i] = keep;
        stale++;
      }
    }
    return order;
  }

  public List<List<Integer>> plan(int[] lengths) {
    List<List<Integer>> bars = new ArrayList<>();
    for (int length : lengths) {
      List<Integer> target = null;
      int least = Integer.MAX_VALUE;
      for (List<Integer> cuts : bars) {
        int left = bar - sum(cuts) - length;
        if (left >= 0 && left < least) {
          least = left;
          target = cuts;
        }
      }
      if (target == null) {
        target = new ArrayList<>();
        bars.add(target);
      }
      target.add(length);
    }
    Collections.reverse(bars);
    return bars;
  }
}
