// SPDX-License-Identifier: Apache-2.0
/** Runs for TensorBoard. */
@NullMarked
package io.graphember.cli.tensorboard;

import org.jspecify.annotations.NullMarked;
