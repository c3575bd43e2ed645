//! Packs items into bins: first fit, best fit and a local search.

use std::collections::HashMap;

#[derive(Debug, Clone)]
pub struct Bin {
    pub room: f64,
    pub items: Vec<usize>,
}

impl Bin {
    pub fn new(capacity: f64) -> Self {
        Bin { room: capacity, items: Vec::new() }
    }

    pub fn put(&mut self, item: usize, size: f64) {
        self.items.push(item);
        self.room -= size;
    }
}

pub fn first_fit(sizes: &[f64], capacity: f64) -> Vec<Bin> {
    let mut bins: Vec<Bin> = Vec::new();
    for (index, size) in sizes.iter().enumerate() {
        let mut placed = false;
        for bin in bins.iter_mut() {
            if bin.room >= *size && !placed {
                bin.put(index, *size);
                placed = true;
            }
        }
        if !placed {
            let mut bin = Bin::new(capacity);
            bin.put(index, *size);
            bins.push(bin);
        }
    }
    bins
}

pub fn fullness(bins: &[Bin], capacity: f64) -> f64 {
    let mut total: f64 = 0.0;
    for bin in bins {
        let used: f64 = (capacity - bin.room) / capacity;
        total += used * used;
    }
    if bins.len() > 0 {
        total / bins.len() as f64
    } else {
        0.0
    }
}

pub fn best_fit(sizes: &[f64], order: &[usize], capacity: f64) -> Vec<Bin> {
    let mut bins: Vec<Bin> = Vec::new();
    for index in order.iter() {
        let size: f64 = sizes[*index];
        let mut best: usize = bins.len();
        let mut least: f64 = capacity + 1.0;
        for i in 0..bins.len() {
            let left: f64 = bins[i].room - size;
            if left >= 0.0 && left < least {
                least = left;
                best = i;
            }
        }
        if best < bins.len() {
            bins[best].put(*index, size);
        } else {
            let mut bin = Bin::new(capacity);
            bin.put(*index, size);
            bins.push(bin);
        }
    }
    bins
}

pub fn search(sizes: &[f64], capacity: f64, steps: u64) -> (usize, f64) {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    let mut state: u64 = 88172645463325252;
    let mut best: f64 = 0.0;
    let mut fewest: usize = sizes.len();
    let mut step: u64 = 0;
    while step < steps {
        state ^= state << 13;
        state ^= state >> 7;
        let i: usize = (state % sizes.len() as u64) as usize;
        let j: usize = ((state >> 20) % sizes.len() as u64) as usize;
        order.swap(i, j);
        let bins = best_fit(sizes, &order, capacity);
        let score: f64 = fullness(&bins, capacity);
        if bins.len() < fewest || (bins.len() == fewest && score > best) {
            fewest = bins.len().min(fewest);
            best = score.max(best);
        } else {
            order.swap(i, j);
        }
        step += 1;
    }
    (fewest, best)
}

pub fn histogram(bins: &[Bin]) -> HashMap<usize, usize> {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for bin in bins {
        *counts.entry(bin.items.len()).or_insert(0) += 1;
    }
    counts
}
