// SPDX-License-Identifier: Apache-2.0
/** Work that a node does again and again. */
@NullMarked
package io.graphember.ignite.timer;

import org.jspecify.annotations.NullMarked;
