// SPDX-License-Identifier: Apache-2.0
/** What TensorBoard shows of a job. */
@NullMarked
package io.graphember.client.tensorboard;

import org.jspecify.annotations.NullMarked;
