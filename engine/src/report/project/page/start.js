start(() => {
  const { parts } = route();
  navigation([["Files", []], ["Tests", ["tests"]]]);
  byId("foot").textContent = `mutscore ${data.tool}`;
  if (parts[0] === "file") filePage(parts[1]);
  else if (parts[0] === "tests") testsPage();
  else if (parts[0] === "test") testPage(parts[1]);
  else filesPage();
});
