// SPDX-License-Identifier: Apache-2.0
/** An edge cut in blocks around the vertices that a job learns of (ByteGNN, section 3.3). */
@NullMarked
package io.graphember.partition.block;

import org.jspecify.annotations.NullMarked;
