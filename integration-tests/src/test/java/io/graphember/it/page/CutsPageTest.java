// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.it.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison of cuts as a page: a browser shows what the report for scripts says. */
class CutsPageTest {
  @TempDir Path work;

  @Test
  void aBrowserShowsTheCutsBesideOneAnother() throws IOException {
    Browser.require();
    final StringBuilder ring = new StringBuilder();
    for (int v = 0; v < 300; v++) {
      ring.append(v).append(' ').append((v + 1) % 300).append('\n');
      ring.append(v).append(' ').append(v * 7 % 300).append('\n');
    }
    final Path edges = Files.writeString(work.resolve("ring.txt"), ring);
    final Path page = work.resolve("cuts.html");
    final Path json = work.resolve("cuts.json");
    final CommandRun run =
        CommandRun.of(
            "partition",
            "--edges",
            edges.toString(),
            "--compare",
            "adadne,fennel passes=3",
            "--html",
            page.toString(),
            "--json",
            json.toString());
    assertThat(run.exit()).as(run.err()).isZero();
    final JsonNode cuts = new ObjectMapper().readTree(Files.readString(json)).path("compared");
    try (Browser browser = Browser.start(work.resolve("profile"))) {
      browser.open(page.toUri().toString());
      final List<List<String>> rows = browser.cells("#cuts");
      assertThat(rows).extracting(row -> row.get(0)).containsExactly("adadne", "fennel passes=3");
      for (int i = 0; i < 2; i++) {
        assertThat(rows.get(i).get(1))
            .isEqualTo("%.4f".formatted(cuts.path(i).path("replicationFactor").asDouble()));
      }
      assertThat(browser.cells("#locality")).hasSize(2);
    }
  }
}
