// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.api.Json;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadHeaderTest {
  private static final GraphHeader HEADER = new GraphHeader(KeyKind.INT64, 4, false);
  private static final long MOST = 1L << 34;

  private static LoadHeader sent(long vertices, long edges) {
    return LoadHeader.of(
        HEADER, new ExpectedSize(new long[] {vertices}, edges, true), Duration.ZERO);
  }

  @Test
  void sizesTravel() {
    ExpectedSize expected = Json.read(Json.write(sent(12, 34)), LoadHeader.class).toExpected();
    assertThat(expected).isEqualTo(new ExpectedSize(new long[] {12}, 34, false));
  }

  /** A file may promise anything: it is the load that says what is wrong with it. */
  @Test
  void aSizeBeyondEveryGraphIsCut() {
    ExpectedSize expected = sent(Long.MAX_VALUE, Long.MAX_VALUE).toExpected();
    assertThat(expected).isEqualTo(new ExpectedSize(new long[] {MOST}, MOST, false));
  }

  @Test
  void nonsenseIsRefused() {
    for (long[] vertices : new long[][] {{}, {1, 2}, {-1}, {MOST + 1}}) {
      LoadHeader header =
          new LoadHeader(sent(1, 1).vertexTypes(), sent(1, 1).edgeTypes(), vertices, 1, 0);
      assertThatThrownBy(header::toExpected).hasMessage("the expected sizes do not fit the types");
    }
    for (long edges : new long[] {-1, MOST + 1}) {
      LoadHeader header =
          new LoadHeader(sent(1, 1).vertexTypes(), sent(1, 1).edgeTypes(), null, edges, 0);
      assertThatThrownBy(header::toExpected).hasMessage("the expected sizes do not fit the types");
    }
  }
}
