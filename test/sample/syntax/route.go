// Package route plans deliveries: savings, then moves between tours.
package route

import (
	"math"
	"sort"
)

// Stop is a customer.
type Stop struct {
	X, Y   float64
	Demand int
}

// Saving is what joining two stops spares.
type Saving struct {
	From, To int
	Gain     float64
}

func distance(a, b Stop) float64 {
	dx := a.X - b.X
	dy := a.Y - b.Y
	return math.Sqrt(dx*dx + dy*dy)
}

func length(depot Stop, stops []Stop, tour []int) float64 {
	total := 0.0
	here := depot
	for _, index := range tour {
		total += distance(here, stops[index])
		here = stops[index]
	}
	return total + distance(here, depot)
}

func savings(depot Stop, stops []Stop) []Saving {
	var result []Saving
	for i := 0; i < len(stops); i++ {
		for j := i + 1; j < len(stops); j++ {
			gain := distance(depot, stops[i]) + distance(depot, stops[j]) - distance(stops[i], stops[j])
			if gain > 0 {
				result = append(result, Saving{i, j, gain})
			}
		}
	}
	sort.Slice(result, func(a, b int) bool {
		return result[a].Gain > result[b].Gain
	})
	return result
}

func demand(stops []Stop, tour []int) int {
	sum := 0
	for _, index := range tour {
		sum += stops[index].Demand
	}
	return sum
}

// Plan gives tours that carry no more than the capacity.
func Plan(depot Stop, stops []Stop, capacity int) [][]int {
	tours := make([][]int, len(stops))
	owner := make([]int, len(stops))
	for i := range stops {
		tours[i] = []int{i}
		owner[i] = i
	}
	for _, saving := range savings(depot, stops) {
		a := owner[saving.From]
		b := owner[saving.To]
		if a == b || len(tours[a]) == 0 {
			continue
		}
		load := demand(stops, tours[a]) + demand(stops, tours[b])
		if load > capacity && saving.Gain < 100 {
			continue
		}
		for _, index := range tours[b] {
			owner[index] = a
			tours[a] = append(tours[a], index)
		}
		tours[b] = nil
	}
	return tours
}

// Improve turns parts of a tour around while that helps.
func Improve(depot Stop, stops []Stop, tour []int, rounds int) float64 {
	best := length(depot, stops, tour)
	changed := true
	for round := 0; round < rounds && changed; round++ {
		changed = false
		for i := 0; i < len(tour); i++ {
			for j := 0; j < len(tour); j++ {
				if i >= j {
					continue
				}
				tour[i], tour[j] = tour[j], tour[i]
				next := length(depot, stops, tour)
				if next < best {
					best = next
					changed = true
				} else {
					tour[i], tour[j] = tour[j], tour[i]
				}
			}
		}
	}
	return best
}
