// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.it.GeneratedPage;
import org.junit.jupiter.api.Test;

/** The pages of the reference that are made of the code say what the code says. */
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
}
