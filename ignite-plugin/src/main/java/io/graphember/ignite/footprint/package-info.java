// SPDX-License-Identifier: Apache-2.0
/** The memory of the machine. */
@NullMarked
package io.graphember.ignite.footprint;

import org.jspecify.annotations.NullMarked;
