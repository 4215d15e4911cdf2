// SPDX-License-Identifier: Apache-2.0
/** What is learned, and how well it went. */
@NullMarked
package io.graphember.training.task;

import org.jspecify.annotations.NullMarked;
