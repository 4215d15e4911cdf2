// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class MailboxTest {
  private final Mailbox mailbox = new Mailbox(2);

  @Test
  void aMessageComesInPartsOfAnyOrder() {
    mailbox.deliver(7, 1, 2, 3, new byte[] {5});
    CompletableFuture<byte[]> message = mailbox.expect(7, 1);
    mailbox.deliver(7, 1, 0, 3, new byte[] {1, 2});
    assertThat(message).isNotDone();
    mailbox.deliver(8, 1, 0, 1, new byte[0]); // a superstep ahead
    mailbox.deliver(7, 1, 1, 3, new byte[] {3, 4});
    assertThat(message.join()).containsExactly(1, 2, 3, 4, 5);
    assertThat(mailbox.expect(8, 1).join()).isEmpty();
    mailbox.forget(7, 1);
    assertThat(mailbox.expect(7, 1)).isNotDone();
  }

  @Test
  void damagedPartsAreRefused() {
    mailbox.deliver(1, 0, 0, 2, new byte[1]);
    assertThatThrownBy(() -> mailbox.deliver(1, 0, 0, 2, new byte[1]))
        .isInstanceOf(GraphemberException.class)
        .hasMessage("A message between shards of a graph is damaged: part 0 of 2.");
    assertThatThrownBy(() -> mailbox.deliver(1, 0, 2, 2, new byte[1])).hasMessageContaining("2 of");
    assertThatThrownBy(() -> mailbox.deliver(1, 0, 1, 3, new byte[1])).hasMessageContaining("of 3");
    assertThatThrownBy(() -> mailbox.deliver(2, 0, 0, -1, new byte[1]))
        .hasMessageContaining("part 0 of -1");
    for (int from : new int[] {-1, 2}) {
      assertThatThrownBy(() -> mailbox.deliver(1, from, 0, 1, new byte[1]))
          .hasMessageContaining("a number is %d, there are 2".formatted(from));
    }
  }

  @Test
  void whoWaitsHearsWhyNothingComes() {
    CompletableFuture<byte[]> before = mailbox.expect(1, 0);
    GraphemberException reason = new GraphemberException(SpiError.CANCELLED, "Stopped.");
    mailbox.close(reason);
    assertThatThrownBy(before::join).hasCause(reason);
    assertThatThrownBy(mailbox.expect(2, 1)::join).hasCause(reason);
  }
}
