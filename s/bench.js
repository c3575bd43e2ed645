const { sort } = require('./lib/sort.js');
let count = 0;
const less = (a, b) => {
  count++;
  return a < b;
};
for (const size of [24, 40]) {
  const list = Array.from({ length: size }, (_, index) => (index * 17 + 5) % size);
  const sorted = sort([...list], less);
  if (sorted.some((one, index) => one !== index)) throw new Error('not sorted');
}
console.log(count);
