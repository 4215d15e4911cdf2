// SPDX-License-Identifier: Apache-2.0
/** What is learned, and how well it went. */
package io.graphember.training.task;
