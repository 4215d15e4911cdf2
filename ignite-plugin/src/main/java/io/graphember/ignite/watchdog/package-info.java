// SPDX-License-Identifier: Apache-2.0
/** The timer of the watch over engines. */
package io.graphember.ignite.watchdog;
