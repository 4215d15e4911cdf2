// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateClockTest {
  /** Close to where the clock of a JVM may begin, and where it overflows. */
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 500);

  private final RateClock clock = new RateClock(5e8, now::get); // two nanoseconds a unit

  private long at(long nanos) {
    return Long.MAX_VALUE - 500 + nanos;
  }

  @Test
  void unitsArePaidOneAfterTheOther() {
    now.set(at(100));
    assertThat(clock.take(100, at(0))).as("used from 0 to 100").isEqualTo(at(200));
    assertThat(clock.take(300, at(50))).as("of another thread").isEqualTo(at(800));
    assertThat(clock.paid()).isEqualTo(at(800));
    assertThat(clock.take(0, at(100))).isEqualTo(at(800));
  }

  @Test
  void nothingIsSavedUp() {
    now.set(at(10_000));
    assertThat(clock.take(100, at(9_900))).isEqualTo(at(10_100));
  }

  @Test
  void itIsNeverFarAhead() {
    final long most = at(RateClock.MOST_AHEAD);
    assertThat(clock.take(Long.MAX_VALUE, at(0))).isEqualTo(most);
    assertThat(clock.take(TimeUnit.HOURS.toNanos(1), at(0))).isEqualTo(most);
    now.set(at(RateClock.MOST_AHEAD));
    assertThat(clock.take(1, at(0))).isEqualTo(most + 2);
  }
}
