// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.count;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PageFaultsTest {
  @Test
  void theTwelfthFieldIsRead() {
    assertThat(PageFaults.parse("17 (java) S 1 17 17 0 -1 4194560 2031 0 42 0 11 3 0 0"))
        .isEqualTo(OptionalLong.of(42));
    assertThat(PageFaults.parse("17 (a ) b) S 1 17 17 0 -1 4194560 2031 0 7 0 11 3\n"))
        .isEqualTo(OptionalLong.of(7));
  }

  @Test
  void whatIsNoNumberIsNotMeasured() {
    for (String other : new String[] {"", "17 (java) S 1", "1 (j) S 1 2 3 4 5 6 7 8 many 9"}) {
      assertThat(PageFaults.parse(other)).isEmpty();
    }
  }

  @Test
  void theyAreCountedWhereTheSystemTells() {
    final PageFaults faults = PageFaults.fromNow();
    if (Files.isReadable(Path.of("/proc/self/stat"))) {
      final long since = faults.count().orElseThrow();
      assertThat(since).isNotNegative();
      assertThat(PageFaults.ofProcess().orElseThrow()).isGreaterThanOrEqualTo(since);
    } else {
      assertThat(faults.count()).isEmpty();
    }
  }
}
