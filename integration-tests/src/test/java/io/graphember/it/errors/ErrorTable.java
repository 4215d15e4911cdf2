// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import io.graphember.cli.explain.Explanation;
import io.graphember.spi.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The page docs/reference/errors.md. */
final class ErrorTable {
  private static final String HEAD =
      """
      # Errors

      Every error is one sentence that names the place, the value and the rule; only settings are reported all at once, one line each. The command line
      prints `error CODE: message` to standard error and ends with the exit code; a thin client throws `GraphemberException` with the same code and message.
      `--verbose` adds where it came from, and `graphember explain CODE` says what a code means and what to do. Codes never change their meaning, so scripts may
      match them.

      Exit codes: 2 bad input or settings, 3 cluster or engine, 4 cancelled, 1 a bug of Graphember.

      In the messages below DIR, HOST:PORT, VERSION, NODE and N stand for what differs from run to run. This page is written by the tests that provoke every one of
      these errors (`mvn verify -Dgraphember.docs.write=true`); none of them leaves anything in the cluster.
      """;

  private final Map<String, List<String>> sections = new LinkedHashMap<>();
  private final List<String> others = new ArrayList<>();
  private final Set<String> codes = new HashSet<>();

  void add(String section, BadInput input, Refusal refusal) {
    sections.computeIfAbsent(section, name -> new ArrayList<>()).add(row(input, refusal));
    codes.add(refusal.code());
  }

  /** A code that is not provoked here. */
  void addOther(ErrorCode code, Explanation explanation) {
    codes.add(code.name());
    others.add(
        "| `%s` | %d | %s | %s |"
            .formatted(
                code.name(),
                code.category().exitCode(),
                explanation.means(),
                explanation.remedy()));
  }

  /** Codes on the page. */
  Set<String> codes() {
    return codes;
  }

  /** One row. */
  static String row(BadInput input, Refusal refusal) {
    List<String> lines =
        refusal.message().lines().map(line -> "`" + line.replace("|", "\\|") + "`").toList();
    return "| %s | %d | `%s` | %s |"
        .formatted(input.what(), refusal.exit(), refusal.code(), String.join("<br>", lines));
  }

  /** The whole page. */
  String page() {
    StringBuilder page = new StringBuilder(HEAD);
    sections.forEach(
        (section, rows) -> {
          page.append("\n## ").append(section).append("\n\n");
          page.append("| what is wrong | exit | code | message |\n|---|---|---|---|\n");
          rows.forEach(row -> page.append(row).append('\n'));
        });
    page.append("\n## Other codes\n\nWhat takes more than one wrong input to provoke.\n\n");
    page.append("| code | exit | what it means | what to do |\n|---|---|---|---|\n");
    others.forEach(row -> page.append(row).append('\n'));
    return page.toString();
  }
}
