// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

import java.util.List;

/**
 * What a level computes again on the way back.
 *
 * @param level the level
 * @param work what it does
 * @param done rows that nothing looks at any more after it
 */
public record Again(int level, Work work, List<Value> done) {
  /** Copies the list. */
  public Again {
    done = List.copyOf(done);
  }
}
