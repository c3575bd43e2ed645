const DAY = 86_400_000;

/** ISO 8601, in UTC, of milliseconds since 1970. */
export function isoOf(ms: number): string {
  const days = Math.floor(ms / DAY);
  const rest = ms - days * DAY;
  // Years that begin in March, so that the leap day is the last one; eras of 400 of them.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const nth = Math.floor((5 * ofYear + 2) / 153);
  const month = nth < 10 ? nth + 3 : nth - 9;
  const date = [
    digits(year + era * 400 + (month <= 2 ? 1 : 0), 4),
    digits(month, 2),
    digits(ofYear - Math.floor((153 * nth + 2) / 5) + 1, 2),
  ];
  const of = (unit: number, most: number) => Math.floor(rest / unit) % most;
  const time = [digits(of(3_600_000, 24), 2), digits(of(60_000, 60), 2), digits(of(1000, 60), 2)];
  return `${date.join('-')}T${time.join(':')}.${digits(of(1, 1000), 3)}Z`;
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0');
