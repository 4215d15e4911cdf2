// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextGraphTest {
  @Test
  void aTextIsReadAndWrittenAgain() {
    String text =
        """
        lonely-one
        ann -> bob
        ann -> bob
        ann -likes-> film:Alien weight=0.5 time=-7 features=1.0,2.5
        film:Alien -after-> film:Dark.Star time=3
        """;
    TextGraph graph = TextGraph.parse(text);
    assertThat(graph).hasToString(text);
    assertThat(TextGraph.parse(graph.toString())).isEqualTo(graph);
    assertThat(graph.vertices())
        .extracting(TextGraph.Vertex::toString)
        .containsExactly("ann", "bob", "film:Alien", "film:Dark.Star", "lonely-one");
    assertThat(graph.edges().get(2).features()).isEqualTo(List.of(1f, 2.5f));
  }

  @Test
  void otherLinesAreRefused() {
    for (String line : List.of("a -> b -> c", "a ->", "a b", "a -> b weight", "a:b:c", "-> a")) {
      assertThatThrownBy(() -> TextGraph.parse("x\n" + line))
          .hasMessage("neither a vertex nor an edge: " + line);
    }
  }
}
