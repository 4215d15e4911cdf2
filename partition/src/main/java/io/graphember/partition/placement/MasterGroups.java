// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

/**
 * Groups of vertices of which every partition is to have about as many masters, beside as many
 * masters of all: the constraints of a balanced cut.
 */
public interface MasterGroups {
  /** The group of a vertex that is in none. */
  int NONE = -1;

  /** No groups: masters are balanced all together. */
  MasterGroups NO_GROUPS =
      new MasterGroups() {
        @Override
        public int count() {
          return 0;
        }

        @Override
        public int of(int row) {
          return NONE;
        }
      };

  /** Number of groups. */
  int count();

  /** The group of a row's vertex, from 0, or {@link #NONE}. */
  int of(int row);

  /** Bytes that choosing masters takes for the groups. */
  default long bytes(int partitions) {
    return 4L * count() * partitions;
  }
}
