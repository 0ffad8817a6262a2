start(() => {
  const { parts } = route();
  navigation([["Scoreboard", []], ["Kill matrix", ["matrix"]]]);
  byId("foot").textContent = `mutscore ${data.tool}; ${summary.draws ? `${thousands(summary.draws)} bootstrap draws, seed ${summary.seed}` : "no intervals"}`;
  if (parts[0] === "instance") instance(parts[1]);
  else if (parts[0] === "matrix") matrix();
  else overview();
});
