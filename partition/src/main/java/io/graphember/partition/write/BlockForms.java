// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.schema.VertexType;
import java.util.ArrayList;
import java.util.List;

/**
 * How the blocks of a graph are written. Immutable.
 *
 * @param types what vertices have
 * @param classes class of each label number, by vertex type
 * @param sparse whether features are written without zeros, by vertex type
 * @param heldOut whether the graph has edges that are held out
 */
public record BlockForms(
    List<VertexType> types, List<int[]> classes, List<Boolean> sparse, boolean heldOut) {
  /** Class of a label number; -1 for none. */
  public int classOf(int type, int label) {
    final int[] ofType = classes.get(type);
    return label < 0 ? -1 : ofType[MessageReader.index(label, ofType.length)];
  }

  /**
   * As {@link MessageWriter} writes numbers: held-out edges or none, then for each type: sparse or
   * not, how many classes, these.
   */
  public byte[] encode() {
    MessageWriter out = new MessageWriter();
    out.number(heldOut ? 1 : 0);
    for (int t = 0; t < types.size(); t++) {
      out.number(sparse.get(t) ? 1 : 0);
      out.number(classes.get(t).length);
      for (int number : classes.get(t)) {
        out.number(number);
      }
    }
    return out.toBytes();
  }

  /**
   * Reads {@link #encode}.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.graph.GraphError#SHARD_MALFORMED}
   */
  public static BlockForms decode(byte[] bytes, List<VertexType> types) {
    MessageReader in = new MessageReader(bytes);
    final boolean heldOut = in.index(2) == 1;
    List<int[]> classes = new ArrayList<>();
    List<Boolean> sparse = new ArrayList<>();
    for (int t = 0; t < types.size(); t++) {
      sparse.add(in.index(2) == 1);
      int[] numbers = new int[in.count()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = in.index(numbers.length);
      }
      classes.add(numbers);
    }
    return new BlockForms(types, classes, sparse, heldOut);
  }
}
