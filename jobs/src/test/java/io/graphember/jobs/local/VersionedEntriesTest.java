// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.entry.VersionedEntries;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A catalog of a later version is neither read nor changed. */
class VersionedEntriesTest {
  private final LocalEntries stored = new LocalEntries();
  private final VersionedEntries entries = new VersionedEntries(stored, "0.2.0");

  @Test
  void theFirstAccessSaysWhatTheCatalogIsWrittenIn() {
    stored.put("graph/old", "[]");
    assertThat(entries.text("graph/old")).contains("[]");
    assertThat(stored.text("format")).contains("{\"version\":2,\"graphember\":\"0.2.0\"}");
    new VersionedEntries(stored, "0.2.7").put("graph/new", "[]");
    assertThat(stored.text("format")).contains("{\"version\":2,\"graphember\":\"0.2.0\"}");
    assertThat(stored.text("graph/new")).contains("[]");
  }

  @Test
  void fieldsThatAreNotKnownAreLeftOut() {
    stored.put("format", "{\"version\":2,\"graphember\":\"0.2.9\",\"later\":[2]}");
    assertThat(entries.has("graph/none")).isFalse();
    stored.put("format", "{\"version\":2}");
    assertThat(new VersionedEntries(stored, "0.2.0").has("format")).isTrue();
  }

  @Test
  void anOlderCatalogIsOfThisVersionFromTheFirstAccessOn() {
    stored.put("format", "{\"version\":1,\"graphember\":\"0.1.0\"}");
    assertThat(entries.has("graph/none")).isFalse();
    assertThat(stored.text("format")).contains("{\"version\":2,\"graphember\":\"0.2.0\"}");
  }

  @Test
  void aCatalogOfALaterVersionIsRefused() {
    stored.put("format", "{\"version\":3,\"graphember\":\"0.3.0\"}");
    stored.put("graph/new", "[]");
    final List<Consumer<VersionedEntries>> accesses =
        List.of(
            VersionedEntries::require,
            catalog -> catalog.text("graph/new"),
            catalog -> catalog.has("graph/new"),
            catalog -> catalog.put("graph/new", ""),
            catalog -> catalog.replace("graph/new", ""),
            catalog -> catalog.remove("graph/new"),
            catalog -> catalog.below("graph/"),
            catalog -> catalog.again(() -> stored.remove("graph/new")),
            catalog -> catalog.atOnce(() -> stored.remove("graph/new")));
    for (Consumer<VersionedEntries> access : accesses) {
      assertThatThrownBy(() -> access.accept(entries))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(NodeError.FORMAT_UNKNOWN)).isTrue())
          .hasMessage(
              "The catalog of the cluster was written by Graphember 0.3.0, this node has 0.2.0: it has version 3 of its format and this node reads version 2; start the nodes with the version of Graphember that wrote it or a later one.");
    }
    assertThat(stored.text("graph/new")).contains("[]");
  }
}
