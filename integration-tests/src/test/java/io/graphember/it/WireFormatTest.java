// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Nodes of one minor version join each other, so what they send one another does not change within
 * it. The list of all of it is kept for each minor version.
 */
class WireFormatTest {
  private static final String MINOR = GraphemberVersion.minor(GraphemberVersion.current());

  private static final Path KEPT =
      Path.of("src/test/resources/io/graphember/it/wire-%s.txt".formatted(MINOR));

  @Test
  void nothingChangesWithinAMinorVersion() throws IOException {
    List<String> now = WireSignatures.all();
    if (KeptFiles.writing()) {
      Files.createDirectories(KEPT.getParent());
      Files.write(KEPT, now);
    }
    assertThat(KEPT)
        .as("version %s is new: run this test with -D%s=true", MINOR, KeptFiles.PROPERTY)
        .exists();
    assertThat(now)
        .as(
            "This changes the wire of %s.x, so nodes of two patches could not be in one cluster:"
                + " take the change back, or raise the minor version in the poms and run this test"
                + " with -D%s=true. Before the first release of a minor version the list may be"
                + " written anew",
            MINOR, KeptFiles.PROPERTY)
        .containsExactlyElementsOf(Files.readAllLines(KEPT));
  }
}
