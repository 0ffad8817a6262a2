// Numbers and names as people read them.

const thousands = (number) => number.toLocaleString("en-US");
const percent = (share) => (100 * share).toFixed(1).replace(/^-0\.0$/, "0.0");
const amount = (value) => value >= 1000 ? thousands(Math.round(value))
  : value >= 10 ? value.toFixed(1) : value >= 1 || value === 0 ? value.toFixed(2) : value.toPrecision(3);
const count = (number, noun) => `${thousands(number)} ${noun}${number === 1 ? "" : "s"}`;

// A value with its interval.
const estimate = (value) => value === undefined || value === null ? "–"
  : [percent(value.value), value.low === undefined ? null
    : make("span", { class: "interval" }, `[${percent(value.low)}, ${percent(value.high)}]`)];

// What a test does to a mutant: a letter in the data, a sign and words on the page.
const VERDICTS = {
  k: { sign: "●", name: "killed", words: "killed" },
  s: { sign: "○", name: "unchecked", words: "executed, not checked" },
  n: { sign: "–", name: "unexecuted", words: "not executed: the test takes another route" },
  t: { sign: "t", name: "unjudged", words: "no verdict: timeout" },
  b: { sign: "b", name: "unjudged", words: "no verdict: failed before the first step" },
  u: { sign: "u", name: "unjudged", words: "no verdict: a step lost its definition" },
  i: { sign: "i", name: "unjudged", words: "no verdict: infrastructure" },
  p: { sign: "p", name: "unjudged", words: "no verdict: not counted by the outcome policy" },
};

// `k4sn` is `kkkksn`.
const lengthen = (short) => short.replace(/([a-z])(\d+)/g, (_, letter, run) => letter.repeat(Number(run)));

// Numbers that were written as distances.
const undistance = (distances) => {
  let sum = 0;
  return distances.map((distance) => (sum += distance));
};

