const swap = (list, i, j) => {
  [list[i], list[j]] = [list[j], list[i]];
};
exports.sort = (list, less) => {
  for (let end = list.length; end > 1; end--)
    for (let i = 1; i < end; i++) if (less(list[i], list[i - 1])) swap(list, i, i - 1);
  return list;
};
