// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.sampling.engine.PartitionReply;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/**
 * Replies of partitions on their way between nodes of one version. Written as what it is, since
 * Ignite would read every byte of a binary object once more, for a hash that nobody asks for.
 *
 * <p>Fields: the number of replies (int), then each (object).
 */
public final class PartitionReplies implements Externalizable {
  private static final long serialVersionUID = 1L;

  private PartitionReply[] replies;

  /** For the marshaller. */
  public PartitionReplies() {
    this(new PartitionReply[0]);
  }

  PartitionReplies(PartitionReply[] replies) {
    this.replies = replies;
  }

  PartitionReply[] replies() {
    return replies;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeInt(replies.length);
    for (PartitionReply reply : replies) {
      out.writeObject(reply);
    }
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
    replies = new PartitionReply[in.readInt()];
    for (int i = 0; i < replies.length; i++) {
      replies[i] = (PartitionReply) in.readObject();
    }
  }
}
