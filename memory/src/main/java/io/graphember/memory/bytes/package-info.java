// SPDX-License-Identifier: Apache-2.0
/** Numbers that are written and read one after the other. */
@NullMarked
package io.graphember.memory.bytes;

import org.jspecify.annotations.NullMarked;
