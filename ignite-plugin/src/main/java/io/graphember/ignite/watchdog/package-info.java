// SPDX-License-Identifier: Apache-2.0
/** The timer of the watch over engines. */
@NullMarked
package io.graphember.ignite.watchdog;

import org.jspecify.annotations.NullMarked;
