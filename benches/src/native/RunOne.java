import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs the test methods of one name in some classes through the Platform's launcher; ends in 0 if all pass, and in 3 if there is none. */
public final class RunOne {
    public static void main(String[] arguments) throws Exception {
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (String name : List.of(arguments).subList(1, arguments.length)) {
            Class<?> type = Class.forName(name);
            for (Class<?> one = type; one != null && one != Object.class; one = one.getSuperclass()) {
                for (Method method : one.getDeclaredMethods()) {
                    if (method.getName().equals(arguments[0]) && !method.isSynthetic()) {
                        selectors.add(DiscoverySelectors.selectMethod(type, method));
                    }
                }
            }
        }
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request().selectors(selectors).build(), summary);
        if (summary.getSummary().getTestsFoundCount() == 0) {
            System.exit(3);
        }
        System.exit(summary.getSummary().getTotalFailureCount() == 0 ? 0 : 1);
    }
}
