// SPDX-License-Identifier: Apache-2.0
/**
 * Checkpoints of tables: blocks of rows as bytes in one of two slots, and the manifest that says
 * which slot holds which block.
 */
@NullMarked
package io.graphember.tensor.checkpoint;

import org.jspecify.annotations.NullMarked;
