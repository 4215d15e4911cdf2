// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.setting;

/**
 * Names a record of a {@link Tagged} interface that is not sealed, so that a jar beside ours can
 * bring one. The interface says by {@link Tagged#foundBy} which service to look for.
 */
public interface TaggedRecord {
  /** The record, which has a {@link Tag} and implements the interface. */
  Class<? extends Record> settings();
}
