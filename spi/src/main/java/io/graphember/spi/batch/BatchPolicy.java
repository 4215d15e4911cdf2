// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.batch;

import io.graphember.spi.setting.Tag;
import io.graphember.spi.setting.Tagged;

/**
 * Chooses what each step of training is computed over: a view of a subgraph (GraphTheta, section
 * 4.2). A record that has the policy's settings as its components ({@link
 * io.graphember.spi.setting.Setting}); section {@code training.batch} of a job file names it by its
 * {@link Tag}.
 *
 * <p>Found by {@link java.util.ServiceLoader}, in any jar of a node's and a client's {@code libs}:
 * so it has a public constructor without parameters, which gives every setting its default.
 */
@Tagged(
    value =
        "What a step of training is computed over: the sampled neighbourhoods of some vertices or"
            + " edges, the whole graph, or a subgraph that a policy chooses, of ours or of a jar in"
            + " libs.",
    byDefault = "mini-batch",
    foundBy = BatchPolicy.class)
public interface BatchPolicy {
  /** Name in job files and reports: the tag. */
  default String name() {
    Tag tag = getClass().getAnnotation(Tag.class);
    if (tag == null) {
      throw new IllegalStateException(getClass().getName() + " has no @Tag");
    }
    return tag.value();
  }

  /** How batches are made. */
  BatchView view();
}
