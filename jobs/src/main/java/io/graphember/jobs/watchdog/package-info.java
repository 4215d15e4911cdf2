// SPDX-License-Identifier: Apache-2.0
/**
 * Calls of engines that do not come back: native code cannot be stopped, so others must not wait.
 */
@NullMarked
package io.graphember.jobs.watchdog;

import org.jspecify.annotations.NullMarked;
