// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberVersion;
import io.graphember.it.GeneratedPage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages that depend on the code say what the code says. */
class ReferencePagesTest {
  @Test
  void jobFile() throws Exception {
    String page = JobFilePage.text();
    assertThat(page).contains("## source.vertices", "| `epochs` | whole number | `200` |");
    GeneratedPage.of("reference/job-file.md").assertIs(page);
  }

  @Test
  void nodeConfiguration() throws Exception {
    String page = NodeConfigurationPage.text();
    assertThat(page).contains("| `maxTrainers` | int | `32` |").doesNotContain("{@");
    GeneratedPage.of("reference/node-configuration.md").assertIs(page);
  }

  /** What a reader who has built it puts into a project of their own. */
  @ParameterizedTest
  @CsvSource({
    "java-client.md, <version>%s</version>",
    "java-client.md, graphember-bom:%s",
    "own-models.md, <version>%s</version>"
  })
  void projectsDependOnTheVersionThatIsBuilt(String page, String dependency) {
    assertThat(Path.of("../docs/user").resolve(page))
        .content()
        .contains(dependency.formatted(GraphemberVersion.current()));
  }
}
