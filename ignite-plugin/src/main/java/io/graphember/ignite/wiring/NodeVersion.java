// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wiring;

import io.graphember.client.GraphemberVersion;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Vid;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of itself when it joins a cluster, as a text: {@code Graphember VERSION, ids
 * LOCAL/BLOCK}. Nodes of one minor version whose ids have the same widths join each other, whatever
 * their patches: what they send one another is the same, see {@code RecordCodec}.
 *
 * @param software version of Graphember
 * @param ids bits of a local number and of the number of a block
 */
record NodeVersion(String software, String ids) {
  private static final Pattern TEXT = Pattern.compile("Graphember ([^,]+), ids (.+)");

  /** That of the class path. */
  static NodeVersion current() {
    return new NodeVersion(
        GraphemberVersion.current(), "%d/%d".formatted(Vid.LOCAL_BITS, BlockKey.BLOCK_BITS));
  }

  /**
   * What another node says.
   *
   * @param data what came from it; null of a node without Graphember
   */
  static Optional<NodeVersion> of(@Nullable Object data) {
    Matcher said = TEXT.matcher(String.valueOf(data));
    return said.matches()
        ? Optional.of(new NodeVersion(said.group(1), said.group(2)))
        : Optional.empty();
  }

  /** Minor version of Graphember. */
  String minor() {
    return GraphemberVersion.minor(software);
  }

  /** True if a node of this version joins one of the other. */
  boolean joins(NodeVersion other) {
    return minor().equals(other.minor()) && ids.equals(other.ids);
  }

  @Override
  public String toString() {
    return "Graphember %s, ids %s".formatted(software, ids);
  }
}
